import { connectionScopes } from '#domain/oeapi/connection.rules.ts'
import type { ConnectionRights } from '#domain/oeapi/connection.schema.ts'
import { connectionScopeTexts, publishesText } from '#domain/oeapi/connection.texts.ts'
import { Checklist } from '#src/ui/checklist.tsx'
import { connectionsTexts as texts } from './connections.texts.ts'

interface RightsFieldsProps {
  rights: ConnectionRights
  onChange: (rights: ConnectionRights) => void
}

export const RightsFields = ({ rights, onChange }: RightsFieldsProps) => (
  <>
    <Checklist
      legend={texts.scopes}
      isWhole
      options={connectionScopes.map((scope, id) => ({
        id,
        ...connectionScopeTexts[scope],
        hintTone: scope === 'needs' ? 'warning' : 'muted',
        isChecked: rights.scopes.includes(scope),
      }))}
      onChange={(id, isChecked) =>
        onChange({
          ...rights,
          scopes: connectionScopes.filter((scope, at) => (at === id ? isChecked : rights.scopes.includes(scope))),
        })
      }
    />
    {rights.scopes.includes('results.write') && (
      <Checklist
        legend={texts.sending}
        isWhole
        options={[{ id: 0, ...publishesText, hintTone: 'warning', isChecked: rights.publishes }]}
        onChange={(_, publishes) => onChange({ ...rights, publishes })}
      />
    )}
  </>
)
