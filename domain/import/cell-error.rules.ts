/**
 * Text that a failed formula leaves in a cell: '#N/A', '#VERW!', LibreOffice's 'Err:502'. The English names of Excel
 * and Google Sheets, and the Dutch ones.
 */
const ERROR =
  /^(?:#(?:N\/A|N\/B|REF!|VERW!|VALUE!|WAARDE!|NAME\?|NAAM\?|DIV\/0!|DEEL\/0!|NULL!|LEEG!|NUM!|GETAL!|SPILL!|OVERLOOP!|CALC!|BEREKENEN!|FIELD!|VELD!|BLOCKED!|GEBLOKKEERD!|CONNECT!|BUSY!|UNKNOWN!|PYTHON!|ERROR!|GETTING_DATA)|Err:\d{3})$/i

/** The failure that stands in a cell, or null: then it is a text like any other. */
export const cellError = (cell: string): string | null => (ERROR.test(cell.trim()) ? cell.trim() : null)
