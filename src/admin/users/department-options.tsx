import type { EducationDepartment } from '#domain/departments/department.schema.ts'

export const DepartmentOptions = ({ departments }: { departments: readonly EducationDepartment[] }) =>
  departments
    .filter(({ archived }) => !archived)
    .map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))
