import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The levels of all requirements of OWASP ASVS 5.0.0, by section and in their order; of the third none is asked. */
const SECTIONS = `1.1 22, 1.2 1111122223, 1.3 112222222223, 1.4 222, 1.5 123, 2.1 122, 2.2 112, 2.3 12223, 2.4 23, 3.1 3,
  3.2 113, 3.3 12223, 3.4 11222233, 3.5 11122333, 3.6 3, 3.7 22333, 4.1 12233, 4.2 23333, 4.3 22, 4.4 1222, 5.1 2,
  5.2 112333, 5.3 113, 5.4 222, 6.1 122, 6.2 111111112222, 6.3 11223333, 6.4 112233, 6.5 22222333, 6.6 2223, 6.7 33,
  6.8 2222, 7.1 222, 7.2 1111, 7.3 22, 7.4 11222, 7.5 223, 7.6 22, 8.1 1233, 8.2 1123, 8.3 133, 8.4 23, 9.1 111,
  9.2 1222, 10.1 22, 10.2 223, 10.3 22223, 10.4 1111122222233333, 10.5 22222, 10.6 22, 10.7 222, 11.1 2233, 11.2 22233,
  11.3 11233, 11.4 1222, 11.5 23, 11.6 23, 11.7 33, 12.1 12233, 12.2 11, 12.3 22223, 13.1 2333, 13.2 222223, 13.3 2233,
  13.4 1222233, 14.1 22, 14.2 12223333, 14.3 122, 15.1 12233, 15.2 12233, 15.3 1222222, 15.4 3333, 16.1 2, 16.2 22222,
  16.3 2222, 16.4 222, 16.5 2223, 17.1 23, 17.2 22223333, 17.3 22`

const asked = SECTIONS.split(',').flatMap((section) => {
  const [name = '', levels = ''] = section.trim().split(' ')
  return [...levels].map((level, index) => ({ id: `V${name}.${index + 1}`, level }))
})
const required = asked.filter(({ level }) => level !== '3')

const page = readFileSync('docs/security.md', 'utf8')
const rows = page.split('\n').map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
/** | V1.2.3 | level | pass, n.a. or open | what | shown by | */
const judged = rows.flatMap(([, id = '', level = '', verdict = '', what = '', shown = '', ...rest]) =>
  /^V[\d.]+$/.test(id) && rest.length > 0 ? [{ id, level, verdict, what, shown }] : [],
)

test('the standard has as many requirements as it says itself', () => {
  expect(asked).toHaveLength(345)
  expect(required.filter(({ level }) => level === '1')).toHaveLength(70)
  expect(required.filter(({ level }) => level === '2')).toHaveLength(183)
})

test('each requirement of levels 1 and 2 is judged once, in its order', () => {
  expect(judged.map(({ id, level }) => ({ id, level }))).toEqual(required)
  expect(judged.filter(({ verdict }) => !['pass', 'n.a.', 'open'].includes(verdict))).toEqual([])
  expect(judged.filter(({ what }) => what === '')).toEqual([])
})

test('what passes is shown by a file that is there, or said further up', () => {
  const sections = [...page.matchAll(/^###? (.+)$/gm)].map(([, title = '']) => title)
  const unshown = judged.filter(({ verdict, shown }) => {
    const files = [...shown.matchAll(/`([\w./@-]+\.\w+)`|`([\w./-]+\/)`/g)].map(
      ([, file, folder]) => file ?? folder ?? '',
    )
    const above = [...shown.matchAll(/\*([^*]+)\* (?:below|above)/g)].map(([, title = '']) => title)
    if (verdict !== 'pass') return files.length > 0
    const isAll = files.every((file) => existsSync(file)) && above.every((title) => sections.includes(title))
    return !isAll || files.length + above.length === 0
  })
  expect(unshown).toEqual([])
})

test('what a test or a page is said to show stands in it', () => {
  const plain = (text: string) =>
    text
      .replace(/[`*’']|\s+/g, ' ')
      .replace(/ +/g, ' ')
      .toLowerCase()
  const named = [...page.matchAll(/`((?:tests|docs)\/[\w./-]+)` \(([^)]+)\)/g)].flatMap(([, file = '', said = '']) =>
    said.split('; ').map((words) => ({ file, words })),
  )
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter(({ file, words }) => !plain(readFileSync(file, 'utf8')).includes(plain(words).trim()))).toEqual(
    [],
  )
})

test('the counts are those of the lists, and what is open is all named with what would close it', () => {
  const count = (level: string, verdict?: string) =>
    judged.filter((row) => row.level === level && (verdict === undefined || row.verdict === verdict)).length
  for (const level of ['1', '2'])
    expect(page).toContain(
      `| level ${level} | ${count(level, 'pass')} | ${count(level, 'n.a.')} | ${count(level, 'open')} | ${count(level)} |`,
    )
  const open = rows.filter(([, id = '', , , last, ...rest]) => /^V[\d.]+$/.test(id) && last === '' && rest.length === 0)
  expect(open.map(([, id, level]) => ({ id, level }))).toEqual(
    judged.filter(({ verdict }) => verdict === 'open').map(({ id, level }) => ({ id, level })),
  )
  expect(open.filter(([, , , how]) => !how)).toEqual([])
})
