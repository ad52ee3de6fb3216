export const modulesTexts = {
  created: (name: string) => `Module ${name} is aangemaakt.`,
  edited: (name: string) => `Module ${name} is gewijzigd.`,
  createFailed: 'Aanmaken van module mislukt',
  editFailed: 'Wijzigen van module mislukt',
  stillEnrolled: (students: number) =>
    students === 1 ? ' 1 student blijft ervoor ingeschreven.' : ` ${students} studenten blijven ervoor ingeschreven.`,
}
