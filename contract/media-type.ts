export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const ICALENDAR = 'text/calendar'
export const PDF = 'application/pdf'
