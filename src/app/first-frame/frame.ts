/** Ids and attributes shared by the code that renders the frames, picks one, and replaces it by the app. */
export const FRAME = {
  shown: 'first-frame',
  login: 'login-frame',
  student: 'student-frame',
  /** content on a screen other than the first */
  other: 'other-frame',
  /** paths that lead to other pages, separated by spaces */
  elsewhere: 'data-elsewhere',
  /** code needed at once in addition to the first bundle: file names as built, separated by spaces */
  code: 'data-code',
  /** files needed at once where a worker has the lists, separated by spaces */
  kept: 'data-kept',
  /** JSON: heading of each screen, by path */
  headings: 'data-headings',
  /** the next test in it was drawn on an earlier day */
  older: 'data-older',
  /** the user pressed the button of a form before it could send anything */
  sent: 'data-sent',
} as const

/** Place of the card for the next test, and that place while it holds only a skeleton. */
export const NEXT_TEST = '[data-area="next"]'
export const NEXT_TEST_SHAPE = `${NEXT_TEST}[data-shape]`

/** Placeholder for the student's name. */
export const NAME = '§'
