#!/bin/sh
# Makes all stores in test/data/tls/stores/. Needs openssl 3 and the keytool of a JDK. All passwords are `test123`, except that of unicode.p12.
set -eu
cd "$(dirname "$0")/stores"
rm -f ./*
days=36500
ec="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
rsa="-newkey rsa:2048 -nodes"
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

# authority NAME: makes an authority (a key and a certificate that may sign others).
authority() {
  openssl req -x509 $ec -keyout "$made/$1.key" -out "$1.crt" -days $days -subj "/CN=$1" \
    -addext basicConstraints=critical,CA:TRUE 2>/dev/null
}

# signed NAME AUTHORITY KEY-OPTIONS EXTENSIONS [DAYS OPTIONS]: makes a key and a certificate that the authority signs.
signed() {
  openssl req $3 -keyout "$1.key" -out "$made/$1.csr" -subj "/CN=$1" 2>/dev/null
  printf '%s\n' "$4" > "$made/$1.ext"
  openssl x509 -req -in "$made/$1.csr" -CA "$2.crt" -CAkey "$made/$2.key" -CAcreateserial \
    -CAserial "$made/serial" -extfile "$made/$1.ext" -out "$1.crt" ${5:--days $days} 2>/dev/null
}

# store TYPE FILE ALIAS: converts a PKCS#12 store of openssl to a store of Java of this type.
as() {
  keytool -importkeystore -srckeystore "$made/$3.p12" -srcstoretype PKCS12 -srcstorepass test123 -srcalias "$3" \
    -destkeystore "$2" -deststoretype "$1" -deststorepass test123 -destkeypass test123 -destalias "$3" \
    -noprompt ${4:-} 2>/dev/null
}

# bag NAME [CERTIFICATES]: makes a PKCS#12 store with a key, its certificate and further certificates.
bag() {
  openssl pkcs12 -export -inkey "$1.key" -in "$1.crt" ${2:+-certfile "$2"} -name "$1" \
    -out "$made/$1.p12" -passout pass:test123
}

authority server-authority
authority client-authority
authority stranger

here='subjectAltName=DNS:localhost,IP:127.0.0.1'
signed server server-authority "$ec" "$here"
signed elsewhere server-authority "$ec" 'subjectAltName=DNS:shop.example'
openssl req $ec -keyout expired.key -out "$made/expired.csr" -subj /CN=expired 2>/dev/null
printf '%s\n' "$here" > "$made/expired.ext"
mkdir "$made/ca" && : > "$made/ca/index.txt" && echo 01 > "$made/ca/serial"
printf '[ca]\ndefault_ca=own\n[own]\ndatabase=%s/index.txt\nserial=%s/serial\nnew_certs_dir=%s\ndefault_md=sha256\npolicy=any\n[any]\ncommonName=supplied\n' \
  "$made/ca" "$made/ca" "$made/ca" > "$made/ca/config"
openssl ca -batch -config "$made/ca/config" -cert server-authority.crt -keyfile "$made/server-authority.key" \
  -in "$made/expired.csr" -extfile "$made/expired.ext" -out expired.crt -notext \
  -startdate 20200101000000Z -enddate 20210101000000Z 2>/dev/null

client='extendedKeyUsage=clientAuth'
signed client client-authority "$rsa" "$client"
signed client-ec client-authority "$ec" "$client"
signed wrong stranger "$rsa" "$client"
cat client.crt client-authority.crt > client-chain.crt
openssl req -x509 -newkey rsa:512 -nodes -keyout short.key -out short.crt -days $days -subj /CN=short 2>/dev/null
openssl pkcs8 -topk8 -in client.key -out client.encrypted.key -passout pass:test123
openssl x509 -in server-authority.crt -outform DER -out server-authority.der

bag client client-authority.crt
bag client-ec
bag wrong
bag server server-authority.crt
cp "$made/client.p12" client.p12
cp "$made/client-ec.p12" client-ec.p12
openssl pkcs12 -export -legacy -inkey client.key -in client.crt -certfile client-authority.crt -name client \
  -out client-legacy.p12 -passout pass:test123
openssl pkcs12 -export -nokeys -in server-authority.crt -out trust-openssl.p12 -passout pass:test123

openssl pkcs12 -export -inkey client-ec.key -in client-ec.crt -name client-ec -out unicode.p12 -passout 'pass:schlüssel€'
# Stores with so many rounds of the hash that Downpour rejects them.
openssl pkcs12 -export -inkey client-ec.key -in client-ec.crt -out slow.p12 -passout pass:test123 -iter 2000001
openssl pkcs12 -export -nomac -inkey client-ec.key -in client-ec.crt -out slow-key.p12 -passout pass:test123 -iter 2000001

as JKS client.jks client
as JKS client-ec.jks client-ec
as PKCS12 client-java.p12 client
as JKS wrong.jks wrong
as JKS server.jks server
as JCEKS client.jceks client
as JKS two.jks client
as JKS two.jks wrong
as PKCS12 two.p12 client
as PKCS12 two.p12 wrong
as JKS key-password.jks client
keytool -keypasswd -keystore key-password.jks -storepass test123 -alias client -keypass test123 -new other123 2>/dev/null

for type in JKS PKCS12; do
  file=trust.$(echo $type | sed 's/PKCS12/p12/; s/JKS/jks/')
  keytool -importcert -keystore "$file" -storetype $type -storepass test123 -alias authority \
    -file server-authority.crt -noprompt 2>/dev/null
done
keytool -importcert -keystore stranger.jks -storetype JKS -storepass test123 -alias stranger -file stranger.crt \
  -noprompt 2>/dev/null

# Two authorities that have signed each other's certificates, and the certificate of a client that one of them has signed.
for name in east west; do
  openssl req -x509 $ec -keyout "$made/$name.key" -out "$made/$name.own" -days $days -subj "/CN=$name" 2>/dev/null
  openssl req -new -key "$made/$name.key" -out "$made/$name.csr" -subj "/CN=$name" 2>/dev/null
done
crossed() {
  openssl x509 -req -in "$made/$1.csr" -CA "$made/$2.own" -CAkey "$made/$2.key" -CAcreateserial \
    -CAserial "$made/serial" -days $days 2>/dev/null
}
{ crossed east west && crossed west east; } > "$made/crossed.crt"
openssl req $ec -keyout "$made/both.key" -out "$made/both.csr" -subj /CN=both 2>/dev/null
crossed both east > "$made/both.crt"
openssl pkcs12 -export -inkey "$made/both.key" -in "$made/both.crt" -certfile "$made/crossed.crt" -name both \
  -out crossed.p12 -passout pass:test123
