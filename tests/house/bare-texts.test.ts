import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { findBareTexts } from '../../scripts/check/house/bare-texts.ts'
import { filesInGit } from '../../scripts/check/house/read-house.ts'

const bareTexts = (source: string): number[] =>
  findBareTexts(parseSync('planted.tsx', source).program, (offset) => source.slice(0, offset).split('\n').length)

test('a text that changes stands in an element of its own, so that a translated page stays true', () => {
  const found = filesInGit('src/*.tsx').flatMap((file) =>
    bareTexts(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`),
  )
  expect(found).toEqual([])
})

test('a planted one is noticed', () => {
  const bare = [
    'const a = <p>Nog {count} momenten</p>',
    "const b = <p><Icon />{isOpen ? 'Open' : 'Dicht'}</p>",
    "const c = <p>{isNew && 'Nieuw'}<b>dit</b></p>",
    'const d = <p>{texts.intro} {isNew && texts.added}</p>',
    'const e = <p><Icon />{texts.of[kind]}</p>',
    'function Label() {\n  return `vol`\n}',
  ]
  expect(bare.filter((source) => bareTexts(source).length !== 1)).toEqual([])
  const sound = [
    'const a = <p>{more(count)}</p>',
    'const b = <p><Icon /><span>{label}</span>{isNew && <b>Nieuw</b>}{rows.map(show)}{children}</p>',
    'const c = <p>Vast <b>dit</b> {texts.intro}</p>',
    'const d = <b>vast</b>\nconst e = <p><Icon />{d}{isNew && d}</p>',
    'interface Props { foot: ReactNode; act: (id: number) => ReactNode }\nconst f = <p><Icon />{foot}{act(1)}{saving.dialog}</p>',
    'const g = (scan: ReactNode) => <p><Icon />{scan}</p>',
  ]
  expect(sound.filter((source) => bareTexts(source).length !== 0)).toEqual([])
})
