import { expect, test } from 'vitest'
import { splitPassword } from '#database/engine/url-password.ts'

test.for([
  ['postgres://u:geheim@h:5432/db', 'postgres://u@h:5432/db', 'geheim'],
  ['postgresql://u:a%40b@h/db', 'postgresql://u@h/db', 'a%40b'],
  ['postgres://u:a@bc@h/db', 'postgres://u@h/db', 'a@bc'],
  ['postgres://u@school:geheim@h/db', 'postgres://u@school@h/db', 'geheim'],
  ['postgres://u:@h/db', 'postgres://u@h/db', ''],
  ['postgres://:geheim@h/db', 'postgres://@h/db', 'geheim'],
  ['postgres://u:a:b@[::1]:5432/db?application_name=a@b', 'postgres://u@[::1]:5432/db?application_name=a@b', 'a:b'],
  ['postgres://u:p@/db?host=/run/postgresql', 'postgres://u@/db?host=/run/postgresql', 'p'],
  ['postgres://h/db?user=u&password=geheim', 'postgres://h/db?user=u', 'geheim'],
  ['postgres://h/db?password=geheim&sslmode=require', 'postgres://h/db?sslmode=require', 'geheim'],
  ['postgres://h/db?password=geheim', 'postgres://h/db', 'geheim'],
  ['postgres://u:een@h/db?password=twee', 'postgres://u@h/db', 'twee'],
  ['postgres://u@h:5432/db', 'postgres://u@h:5432/db', undefined],
  ['postgres:///db', 'postgres:///db', undefined],
  ['sqlite:/pad/app.db', 'sqlite:/pad/app.db', undefined],
] as const)('%s loses its password', ([url, address, password]) => {
  expect(splitPassword(url)).toEqual({ address, password })
})
