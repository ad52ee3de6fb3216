import { keepLists } from './lists/keep-lists.ts'
import { keepShell } from './precache.ts'
import { takeOverOnWord } from './updates.ts'

keepShell()
keepLists()
takeOverOnWord()
