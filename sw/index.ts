import { ruleAtFirst } from '#domain/calendar/amsterdam.ts'
import { keepLists } from './lists/keep-lists.ts'
import { keepShell } from './precache.ts'
import { handlePushes } from './push/handle-pushes.ts'
import { takeOverOnWord } from './updates.ts'

// It reads no other day than the school year's first: the time zones would take a phone 100 ms before each kept list.
ruleAtFirst()
keepShell()
keepLists()
handlePushes()
takeOverOnWord()
