import { keepLists } from './lists/keep-lists.ts'
import { keepShell } from './precache.ts'
import { tellOfPushes } from './push/tell-of-pushes.ts'
import { takeOverOnWord } from './updates.ts'

keepShell()
keepLists()
tellOfPushes()
takeOverOnWord()
