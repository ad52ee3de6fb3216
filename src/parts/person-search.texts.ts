export const personWords = {
  label: 'Zoek iemand op naam, e-mailadres of nummer',
  none: 'Niemand gevonden.',
  found: 'Gevonden gebruikers',
}

export const studentWords = {
  label: 'Zoek een student op naam, e-mailadres of nummer',
  none: 'Geen student gevonden.',
  found: 'Gevonden studenten',
}

export const adminWords = {
  label: 'Zoek een docent op naam of e-mailadres',
  none: 'Geen docent gevonden.',
  found: 'Gevonden docenten',
}
