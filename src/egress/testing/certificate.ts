import { createPrivateKey } from 'node:crypto'

// A self-signed certificate for 127.0.0.1 and localhost that only tests trust, so its key is not a secret.
const KEY =
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1ZR9Qb/kbaI15gPWxtz51nWoYY7mJ2yDDv7GK5gNA8OhRANCAASh' +
  'm/a0bpogtbRCYmv6KKOn/QTqM1gaQ4+8BCb942dVp+mZON7RakeTH1odRlZhIzZLAqA6PMdFMXshJVO9Um+r'
const CERTIFICATE =
  'MIIBkDCCATegAwIBAgIUX2zyjtW2MtngoSIKi9zQASUcDpYwCgYIKoZIzj0EAwIwDzENMAsGA1UEAwwEdGVzdDAgFw0yNjExMjAx' +
  'NDM2MjVaGA8yMTI2MTAyNzE0MzYyNVowDzENMAsGA1UEAwwEdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKGb9rRumiC1' +
  'tEJia/ooo6f9BOozWBpDj7wEJv3jZ1Wn6Zk43tFqR5MfWh1GVmEjNksCoDo8x0UxeyElU71Sb6ujbzBtMB0GA1UdDgQWBBR/SH00' +
  'XGQnIUKXza/tQDmNeKdiBDAfBgNVHSMEGDAWgBR/SH00XGQnIUKXza/tQDmNeKdiBDAaBgNVHREEEzARhwR/AAABgglsb2NhbGhv' +
  'c3QwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBPeqOY0547mw7LK+1tz2GfBzQnQMmWYc+EmLdYaYAOxwIgQDPK' +
  '0PiilYvKqiJ0y2ZOe8Nf2cbHhi7bEGekNZDpago='

export const TEST_KEY = createPrivateKey({ key: Buffer.from(KEY, 'base64'), format: 'der', type: 'pkcs8' })
  .export({ format: 'pem', type: 'pkcs8' })
  .toString()

export const TEST_CERTIFICATE = `-----BEGIN CERTIFICATE-----\n${CERTIFICATE.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
