/** Most browsers claim to be the ones below them too, so the first that is found is the one. */
const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|\bCriOS|\bChromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

/** Android says that it is Linux, and phones of Apple that they are like a Mac. */
const SYSTEMS: typeof BROWSERS = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const UNKNOWN_BROWSER = 'Onbekende browser'

/**
 * Common name of the device behind a User-Agent header (RFC 9110, section 10.1.5): 'Chrome op Android'. Only that is
 * kept: the header itself would reveal more about a person than they need to recognise their login.
 */
export function deviceName(userAgent: string): string {
  const browser = nameIn(BROWSERS, userAgent) ?? UNKNOWN_BROWSER
  const system = nameIn(SYSTEMS, userAgent)
  return system ? `${browser} op ${system}` : browser
}

const nameIn = (names: typeof BROWSERS, userAgent: string): string | undefined =>
  names.find(([sign]) => sign.test(userAgent))?.[1]
