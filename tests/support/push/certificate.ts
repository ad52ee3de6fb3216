import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Certificate {
  key: string
  cert: string
}

/** For localhost, signed by itself: trusted by whoever is told to. Node can't make one, so OpenSSL's program does. */
export function makeCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  try {
    execFileSync('openssl', ['req', '-x509', ...curve, '-days', '30', ...names, '-keyout', key, '-out', cert], {
      stdio: 'pipe',
    })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
