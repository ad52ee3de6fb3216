import { expect, test } from 'vitest'
import { deviceName } from '#domain/sessions/device-name.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const MAC = 'Macintosh; Intel Mac OS X 10_15_7'
const WINDOWS = 'Windows NT 10.0; Win64; x64'

test.for([
  ['Chrome op Android', `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/141.0.0.0 Mobile Safari/537.36`],
  ['Chrome op Windows', `Mozilla/5.0 (${WINDOWS}) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`],
  ['Chrome op ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`],
  ['Chrome op Linux', `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/141.0.0.0 Safari/537.36`],
  ['Edge op Windows', `Mozilla/5.0 (${WINDOWS}) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`],
  ['Edge op Android', `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/141.0.0.0 Mobile Safari/537.36 EdgA/141.0`],
  ['Opera op Mac', `Mozilla/5.0 (${MAC}) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 OPR/120.0.0.0`],
  [
    'Samsung Internet op Android',
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  ['Firefox op Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Firefox op Android', 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'],
  ['Safari op Mac', `Mozilla/5.0 (${MAC}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`],
  [
    'Safari op iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Chrome op iPad',
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.0.0 Mobile/15E148 Safari/604.1',
  ],
  ['Onbekende browser op Linux', 'something (Linux)'],
  ['Onbekende browser', 'curl/8.16.0'],
  ['Onbekende browser', ''],
] as const)('%s', ([name, userAgent]) => {
  expect(deviceName(userAgent)).toBe(name)
})
