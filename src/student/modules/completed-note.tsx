import { StatusLine } from '#src/ui/status.tsx'

/** Completed modules are no longer offered; that they were is not kept from the student. */
export function CompletedNote({ count, all }: { count: number; all: boolean }) {
  if (count === 0) return null
  return (
    <StatusLine tone="neutral" icon="check">
      {all ? 'Je hebt al je modules afgerond. ' : `Je hebt ${count} ${count === 1 ? 'module' : 'modules'} afgerond. `}
      Afgeronde modules staan niet in dit overzicht.
    </StatusLine>
  )
}
