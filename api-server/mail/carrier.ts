/** A letter as it travels, whoever carries it. */
export interface Mail {
  from: string
  to: string
  subject: string
  text: string
  html: string
  date: Date
  /** alike at every attempt, so that a letter sent twice by a crash can be seen to be one */
  messageId: string
  headers: Record<string, string>
}

export interface Carrier {
  /** Resolves once somebody else answers for the letter. */
  carry(mail: Mail): Promise<void>
}
