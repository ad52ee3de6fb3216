export type WorkbookProblem =
  | 'workbook-too-large'
  | 'workbook-too-full'
  | 'workbook-encrypted'
  | 'workbook-old'
  | 'workbook-binary'
  | 'workbook-opendocument'
  | 'workbook-numbers'
  | 'workbook-other'
  | 'workbook-broken'

/** Thrown while a workbook is read; the problem selects the sentence for the user. */
export class Refused extends Error {
  readonly problem: WorkbookProblem
  constructor(problem: WorkbookProblem) {
    super(problem)
    this.problem = problem
  }
}
