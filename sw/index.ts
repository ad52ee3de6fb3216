import { keepLists } from './lists/keep-lists.ts'
import { keepShell } from './precache.ts'
import { handlePushes } from './push/handle-pushes.ts'
import { takeOverOnWord } from './updates.ts'

keepShell()
keepLists()
handlePushes()
takeOverOnWord()
