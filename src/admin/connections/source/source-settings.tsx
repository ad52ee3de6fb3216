import { useState } from 'react'
import type { SourceReply } from '#contract/source.calls.ts'
import { editSource } from '#contract/source.gen.ts'
import { sourceFieldTexts as labels } from '#domain/source/source.texts.ts'
import { useApi } from '#src/api/use-api.ts'
import { isChanged } from '#src/parts/editing/use-draft.ts'
import { Problem, SubmitButton, UnsavedChanges, useWrite } from '#src/parts/writing/writing.tsx'
import { Form, TextField } from '#src/ui/field.tsx'
import { sourceTexts as texts } from './source.texts.ts'

export interface SourceProps {
  source: SourceReply
  onChange: (source: SourceReply) => void
  onAnswerLost: () => void
}

export function SourceSettings({ source, onChange, onAnswerLost }: SourceProps) {
  const api = useApi()
  const saved = typedOf(source)
  const [typed, setTyped] = useState(saved)
  const { isBusy, problem, write } = useWrite()
  const { edit } = source._links
  const submit = async () => {
    if (!edit) return
    const { session_code, number_code_type } = typed
    const body = {
      session_code: session_code.trim() || null,
      number_code_type,
      programme_codes: codesIn(typed.programme_codes),
      module_codes: codesIn(typed.module_codes),
    }
    await write({
      send: () => api.follow(editSource, edit, { body }),
      failed: texts.saveFailed,
      saved: texts.saved,
      onDone: ({ entity }) => {
        setTyped(typedOf(entity))
        onChange(entity)
      },
      onAnswerLost,
    })
  }
  const field = (name: keyof typeof typed, hint: string) => (
    <TextField
      label={labels[name].label}
      hint={hint}
      value={typed[name]}
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
    />
  )
  return (
    <Form data-layout="stack 4" data-width="44" onSubmit={submit}>
      {field('session_code', texts.sessionHint(source.schoolyear))}
      {field('number_code_type', texts.numberHint)}
      {field('programme_codes', texts.codesHint)}
      {field('module_codes', texts.codesHint)}
      <Problem text={problem} />
      <div data-layout="row 2">
        <SubmitButton tone="secondary" busy={isBusy}>
          {texts.save}
        </SubmitButton>
      </div>
      <UnsavedChanges isDirty={isChanged(typed, saved)} />
    </Form>
  )
}

const typedOf = ({ settings }: SourceReply) => ({
  session_code: settings.session_code ?? '',
  number_code_type: settings.number_code_type,
  programme_codes: settings.programme_codes.join(', '),
  module_codes: settings.module_codes.join(', '),
})

const codesIn = (typed: string): string[] =>
  typed
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '')
