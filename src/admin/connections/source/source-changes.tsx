import type { SourceLine } from '#domain/source/source.schema.ts'
import { userFieldTexts } from '#domain/users/user.texts.ts'

const labels: Readonly<Record<string, string>> = {
  first_name: userFieldTexts.first_name.label,
  last_name: userFieldTexts.last_name.label,
  student_number: userFieldTexts.student_number.label,
  username: 'E-mailadres',
  education_department: 'Studierichting',
}

export const ChangeLines = ({ changes }: Pick<SourceLine, 'changes'>) => (
  <div data-layout="stack 1">
    {changes.map(({ field, old, new: wanted }) => (
      <span key={field} data-text="breaks">
        {`${labels[field] ?? field}: ${old || '(leeg)'} → ${wanted || '(leeg)'}`}
      </span>
    ))}
  </div>
)
