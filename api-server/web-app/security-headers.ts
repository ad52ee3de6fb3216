/** What a page may do: its own files only, no inline code, and no text that turns into code (Trusted Types). */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types wiskunde-inschrijven',
].join('; ')

const everywhere = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // Activation and reset links carry their key in the path.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Two years, as the preload lists ask. Only where the address is https: a school may try the product without. */
const overHttps = { ...everywhere, 'strict-transport-security': 'max-age=63072000; includeSubDomains' }

/** What every answer carries, whatever it is. */
export const securityHeaders = (publicUrl: string): Record<string, string> =>
  publicUrl.startsWith('https:') ? overHttps : everywhere
