import { ruleAtFirst } from '#domain/calendar/amsterdam.ts'
import { keepLists } from './lists/keep-lists.ts'
import { keepShell } from './precache.ts'
import { handlePushes } from './push/handle-pushes.ts'
import { takeOverOnWord } from './updates.ts'

// The time zones would take a phone 100 ms before the first kept list, of which only the day it expires is asked: 1 August.
ruleAtFirst()
keepShell()
keepLists()
handlePushes()
takeOverOnWord()
