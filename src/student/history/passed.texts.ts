/** Said once, with a drawing. */
export const passedText = (moduleName: string): string => `Gefeliciteerd! Je hebt ${moduleName} gehaald.`
