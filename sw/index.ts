import { keepShell } from './precache.ts'

keepShell()
