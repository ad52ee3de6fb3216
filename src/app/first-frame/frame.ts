/** The words by which what is drawn ahead, what picks it and what takes over know each other. */
export const FRAME = {
  shown: 'first-frame',
  login: 'login-frame',
  student: 'student-frame',
  /** content on a screen other than the first */
  other: 'other-frame',
  /** the paths that lead elsewhere, parted by spaces */
  elsewhere: 'data-elsewhere',
  /** the code that is needed at once in addition to the first bundle; parted by spaces, as the build names it */
  code: 'data-code',
  /** JSON: the heading of each screen, by its path */
  headings: 'data-headings',
  /** the next test stands in it as it was another day */
  older: 'data-older',
  /** somebody pressed the button of a form that could not send anything yet */
  sent: 'data-sent',
} as const

/** Where the card of the next test stands, and where only its shape does. */
export const NEXT_TEST = '[data-area="next"]'
export const NEXT_TEST_SHAPE = `${NEXT_TEST}[data-shape]`

/** Stands where the student's name comes. */
export const NAME = '§'
