import { useDeferredValue, useMemo, useRef, useState } from 'react'
import type { ResultStudent } from '#domain/results/result.schema.ts'
import { foldText } from '#domain/users/search.rules.ts'
import type { Sheet } from './sheet.ts'

/** Reuses the objects of unchanged students, so that only rows with other results are rendered again. */
export function useSameStudents(students: readonly ResultStudent[]): readonly ResultStudent[] {
  const before = useRef<ReadonlyMap<string, ResultStudent>>(new Map())
  const same = useRef<readonly ResultStudent[]>([])
  return useMemo(() => {
    const now = new Map<string, ResultStudent>()
    for (const student of students) {
      const key = JSON.stringify({
        ...student,
        cells: student.cells.map((cell) => [cell.enrollment_id, cell.module_id]),
      })
      now.set(key, before.current.get(key) ?? student)
    }
    before.current = now
    const list = [...now.values()]
    const isSame = list.length === same.current.length && list.every((student, at) => student === same.current[at])
    if (!isSame) same.current = list
    return same.current
  }, [students])
}

interface Column {
  id: number
  name: string
}

/**
 * Students and modules that match the filter. A student who gets a result stays visible until the filter changes. Equal columns
 * keep their array, because a new array renders each row again. `drawn` is what the grid shows: it follows slightly later,
 * because rendering a full hall would delay the response to the press.
 */
export function useShown(sheet: Sheet, students: readonly ResultStudent[], modules: readonly Column[]) {
  const [filter, search] = useState('')
  const [moduleId, setModuleId] = useState<number | null>(null)
  const [open, setOpen] = useState<ReadonlySet<number> | null>(null)
  const withoutResult = (module: number | null) =>
    new Set(
      students
        .filter(({ cells }) =>
          cells.some(
            ({ enrollment_id, module_id }) =>
              (module === null || module_id === module) && !sheet.hasResult(enrollment_id),
          ),
        )
        .map(({ id }) => id),
    )
  const shown = useMemo(() => {
    const words = foldText(filter).split(' ').filter(Boolean)
    return new Set(
      students
        .filter(({ id, first_name, last_name, username, student_number, class_group, cells }) => {
          if (open && !open.has(id)) return false
          if (moduleId !== null && !cells.some(({ module_id }) => module_id === moduleId)) return false
          const text = foldText(`${first_name} ${last_name} ${username} ${student_number ?? ''} ${class_group ?? ''}`)
          return words.every((word) => text.includes(word))
        })
        .map(({ id }) => id),
    )
  }, [students, filter, moduleId, open])
  const named = JSON.stringify(modules.filter(({ id }) => moduleId === null || id === moduleId))
  const columns = useMemo((): readonly Column[] => JSON.parse(named), [named])
  return {
    shown,
    drawn: useDeferredValue(useMemo(() => ({ shown, columns }), [shown, columns])),
    filter,
    moduleId,
    isOpenOnly: open !== null,
    search,
    choose: (id: number | null) => {
      setModuleId(id)
      if (open) setOpen(withoutResult(id))
    },
    onlyOpen: (isOn: boolean) => setOpen(isOn ? withoutResult(moduleId) : null),
  }
}
