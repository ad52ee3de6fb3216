import { keepShell } from './precache.ts'
import { takeOverOnWord } from './updates.ts'

keepShell()
takeOverOnWord()
