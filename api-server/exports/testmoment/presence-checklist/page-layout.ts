/** Of an A4 page, in points (1/72 inch). */
export const page = { width: 595, height: 842, left: 45, right: 550 }

export const columns = {
  present: { x: 45, width: 55 },
  name: { x: 105, width: 185 },
  educationDepartment: { x: 300, width: 110 },
  signature: { x: 420, width: 130 },
}

/** Where rows begin, below the head that each page repeats, and where they end, above the page number. */
export const rows = { top: 138, bottom: 790, padding: 7, minHeight: 27 }

export const footer = { y: 802 }

export const sizes = { title: 16, text: 10, small: 8 }

export const colours = { ink: '#000000', soft: '#555555', line: '#999999' }
