/**
 * Text that a failed formula leaves in a cell: '#N/A', '#VERW!', LibreOffice's 'Err:502'. In the English of Excel and Google
 * Sheets, and in Dutch.
 */
const ERROR =
  /^(?:#(?:N\/A|N\/B|REF!|VERW!|VALUE!|WAARDE!|NAME\?|NAAM\?|DIV\/0!|DEEL\/0!|NULL!|LEEG!|NUM!|GETAL!|SPILL!|OVERLOOP!|CALC!|BEREKENEN!|FIELD!|VELD!|BLOCKED!|GEBLOKKEERD!|CONNECT!|BUSY!|UNKNOWN!|PYTHON!|ERROR!|GETTING_DATA)|Err:\d{3})$/i

/** The error of a formula in a cell, or null for other text. */
export const cellError = (cell: string): string | null => (ERROR.test(cell.trim()) ? cell.trim() : null)
