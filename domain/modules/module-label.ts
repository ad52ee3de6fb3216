/** A module as people choose it: 'ALG1 - Algebra 1'; its name alone while nobody has described it. */
export const moduleLabel = ({ name, description }: { name: string; description: string }): string =>
  description === '' ? name : `${name} - ${description}`
