# The package on Alpine, with the Node binary and its libraries.
#   docker build -t downpour .
#   docker run --rm --network host --user "$(id -u)" -v "$PWD:/data" downpour run hello.hf.yaml
ARG NODE=24

# This stage uses Debian, because the Node that `npm ci` installs needs glibc.
FROM node:${NODE}-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY node/package.json node/
RUN npm ci
COPY . .
RUN npm pack && mkdir /package && tar -xzf downpour-*.tgz -C /package --strip-components=1

FROM node:${NODE}-alpine AS node

FROM alpine:3.22
# gcompat is for the library of the tables on arm64, which is built for glibc.
RUN apk add --no-cache libstdc++ gcompat && adduser -D -u 1000 downpour && install -d -o downpour /data
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=build /package /opt/downpour
USER downpour
WORKDIR /data
ENTRYPOINT ["node", "/opt/downpour/bin/downpour"]
CMD ["--help"]
