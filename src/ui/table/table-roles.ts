/** Written out, since browsers have taken them from tables whose parts are laid out as cards. */
export const roles = { table: 'table', group: 'rowgroup', row: 'row', header: 'columnheader', cell: 'cell' } as const
