import type { OutboxTasks } from '#database/outbox/outbox-tasks.ts'
import { textParts } from '#domain/messages/text-parts.ts'
import { letterTexts as texts } from './letter.texts.ts'

export type LetterKind = Extract<keyof OutboxTasks, `${string}-letter`>

/** Contents of a letter, which `letterText` and `letterHtml` render as plain text and HTML. */
export interface Letter {
  subject: string
  /** text written by a person instead of our sentences; blank lines, line breaks and web addresses are kept */
  written?: string
  /** plain sentences, without the greeting */
  paragraphs: readonly string[]
  /** the one action, after the paragraphs */
  action?: { label: string; href: string }
  /** sentences about the action, and for a reader who did not request it; web addresses in them become links */
  afterwards: readonly string[]
}

export interface AddressedLetter {
  to: string
  /** empty if unknown */
  firstName: string
  letter: Letter
  /** headers in addition to those of every letter */
  headers?: Record<string, string>
}

/** Renders a letter as plain text. The link has its own line, so that no program breaks it. */
export const letterText = ({ firstName, letter }: AddressedLetter): string =>
  [
    greeting(firstName),
    ...(letter.written === undefined ? [] : [letter.written]),
    ...letter.paragraphs,
    ...(letter.action ? [`${letter.action.label}:\n${letter.action.href}`] : []),
    ...letter.afterwards,
    // '-- ' and a line break: mail programs fold what follows (RFC 3676).
    `-- \n${texts.product}\n${noReply(letter)}\n`,
  ].join('\n\n')

/** The name is put on one line, whatever an import contained. */
const greeting = (firstName: string): string => `Hallo ${firstName.replace(/\s+/g, ' ')}`.trim().concat(',')

const noReply = ({ written }: Letter): string => (written === undefined ? texts.automatic : texts.noReply)

/**
 * Renders a letter as HTML: one column, no images, and inline styles, since several mail programs drop style sheets. The style
 * sheet adds the dark colours where it is kept. The link is also printed, to be read as well as tapped.
 */
export function letterHtml({ firstName, letter }: AddressedLetter): string {
  const { subject, written, paragraphs, action, afterwards } = letter
  return `<!doctype html>
<html lang="nl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #14201d !important; }
  .card { background: #1b2925 !important; border-color: #33463f !important; }
  .card, .card p, .card h1 { color: #eef1ea !important; }
  .card .aside { color: #aebcb4 !important; }
  .card a.link { color: #a9c7ff !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:#f5f3ec;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div class="card" style="max-width:520px;margin:0 auto;padding:32px 28px;background:#fffefa;border:1px solid #dcd8ca;border-radius:10px;color:#16202e;overflow-wrap:anywhere">
<p style="margin:0 0 24px;font-size:14px;font-weight:600"><span aria-hidden="true" style="display:inline-block;width:24px;margin-right:8px;background:#1b3f8f;border-radius:6px;color:#fffefa;font-size:16px;line-height:24px;text-align:center">√</span>${texts.product}</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${withTimesWhole(subject)}</h1>
${paragraph(escapeHtml(greeting(firstName)))}
${[...paragraphsOf(written), ...paragraphs.map(withTimesWhole)].map(paragraph).join('\n')}
${action ? button(action) : ''}
${afterwards.map(aside).join('\n')}
<p class="aside" style="margin:24px 0 0;font-size:13px;line-height:1.5;color:#535c6c">${noReply(letter)}</p>
</div>
</body>
</html>
`
}

const paragraph = (html: string) =>
  `<p style="margin:0 0 16px;font-size:16px;line-height:1.5;color:#16202e">${html}</p>`

const aside = (text: string) =>
  `<p class="aside" style="margin:0 0 12px;font-size:14px;line-height:1.5;color:#535c6c">${withLinks(text)}</p>`

const paragraphsOf = (written = ''): string[] =>
  written
    .split(/\n{2,}/)
    .filter((part) => part !== '')
    .map(withLinks)

/** Text as HTML, with web addresses as links and line breaks kept. */
const withLinks = (text: string): string =>
  textParts(text)
    .map((part) => (part.href === undefined ? withTimesWhole(part.text).replaceAll('\n', '<br>\n') : link(part.href)))
    .join('')

const link = (href: string) =>
  `<a class="link" href="${escapeHtml(href)}" style="color:#1b3f8f;word-break:break-word">${escapeHtml(href)}</a>`

const button = ({ label, href }: { label: string; href: string }) => `<p style="margin:24px 0 16px">
<a href="${escapeHtml(href)}" style="display:inline-block;padding:12px 20px;background:#1b3f8f;border-radius:10px;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a>
</p>
<p class="aside" style="margin:0 0 24px;font-size:13px;line-height:1.5;color:#535c6c">${texts.orOpenLink}<br>
${link(href)}</p>`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

/** Text as HTML, in which a narrow screen does not break '09:00–11:30' after its dash. */
const withTimesWhole = (text: string) =>
  escapeHtml(text).replace(/\d\d:\d\d–\d\d:\d\d/g, '<span style="white-space:nowrap">$&</span>')
