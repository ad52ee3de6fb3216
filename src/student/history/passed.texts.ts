/** Shown once, with a picture. */
export const passedText = (moduleName: string): string => `Gefeliciteerd! Je hebt ${moduleName} gehaald.`
