export const releaseTexts = {
  unknownProcessor: (arch: string) => `Voor ${arch} is er geen: kies x64 of arm64.`,
  uncommitted: 'Niet alles is vastgelegd: commit eerst, of geef --dirty mee om het zo te bedoelen.',
  badVersion: (version: string) => `'${version}' kan niet in de naam van een bestand.`,
  building: 'De app wordt gebouwd.',
  installing: 'De pakketten worden geïnstalleerd.',
} as const
