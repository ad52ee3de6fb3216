/** In a cell without a result of the year: the module was completed otherwise. */
export const completedText = 'gehaald'
