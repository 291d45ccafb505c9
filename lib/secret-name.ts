/**
 * Whether a name is probably that of a secret. People share and commit documents, so a value that looks like
 * a secret becomes a parameter. After a wrong guess, the user needs one `-P` more. A missed secret would
 * reveal a password.
 */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return secretNames.test(plain) || secretWords.test(plain);
}

const secretWords =
  /password|passwd|passphrase|secret|token|apikey|accesskey|privatekey|signature|credential|authorization|cookie|sessionid|csrf|xsrf|cardnumber|securitycode/;
const secretNames = /^(pwd|pass|auth|sig|sid|key|jwt|otp|pin|cvv|cvc|xauth|session|phpsessid|jsessionid)$/;
