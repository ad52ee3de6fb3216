import { TextField } from '#src/ui/field.tsx'
import { VisuallyHidden } from '#src/ui/icon.tsx'

interface ModuleSearchProps {
  wanted: string
  found: number
  onWanted: (wanted: string) => void
}

export const ModuleSearch = ({ wanted, found, onWanted }: ModuleSearchProps) => (
  <div>
    <TextField label="Zoek een module" type="search" value={wanted} onChange={({ target }) => onWanted(target.value)} />
    <p role="status">
      {wanted && found === 0 && <span>Geen module gevonden.</span>}
      <VisuallyHidden>{wanted && found > 0 && `${found} gevonden`}</VisuallyHidden>
    </p>
  </div>
)
