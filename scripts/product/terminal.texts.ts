import type { UnavailableFault } from '#database/engine/database-fault.ts'

export const FILES: Record<string, string> = {
  EACCES: 'hier mag deze gebruiker niet bij',
  EPERM: 'hier mag deze gebruiker niet bij',
  EROFS: 'hier kan niet geschreven worden: de schijf is alleen te lezen',
  ENOSPC: 'de schijf is vol',
  EDQUOT: 'de schijf is vol',
  EIO: 'de schijf geeft fouten',
  ENOENT: 'hier is niets',
  ENOTDIR: 'dit is geen map',
  EISDIR: 'dit is een map',
}

export const NETWORK: Record<string, string> = {
  ECONNREFUSED: 'daar luistert niemand',
  ENOTFOUND: 'die naam is niet te vinden',
  EAI_AGAIN: 'die naam is nu niet te vinden',
  ENOENT: 'daar luistert niemand',
}

/** SQLSTATE codes of PostgreSQL that say more than a fault does. */
export const POSTGRES: Record<string, string> = {
  '28P01': 'het wachtwoord klopt niet',
  '28000': 'die gebruiker mag daar niet inloggen',
  '3D000': 'die database is er niet',
  '42501': 'deze gebruiker van PostgreSQL mag dit niet',
}

export const FAULTS: Record<UnavailableFault, string> = {
  deadlock: 'de database was te druk; probeer het nog een keer',
  busy: 'de database is nog in gebruik',
  'database-slow': 'de database gaf niet op tijd antwoord',
  'database-away': 'de database is niet te bereiken',
  'too-many-connections': 'PostgreSQL heeft geen verbinding of geheugen over',
  'disk-full': 'de schijf is vol',
  'disk-broken': 'de schijf geeft fouten',
  'read-only': 'in de database kan niet geschreven worden',
  'tables-missing': 'de tabellen zijn van een andere uitgave',
}

export const unavailableTexts = {
  databaseFile: 'het bestand van de database kan niet worden geopend; is de map er, en van wie is die?',
} as const
