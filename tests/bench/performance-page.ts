import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { findPostgresPrograms } from '#tests/support/postgres-cluster.ts'
import { type BenchRow, COLUMNS, cellsOf } from './result-table.ts'

const PAGE = 'performance.md'
const pathOf = (page: string) => new URL(`../../docs/${page}`, import.meta.url)

/**
 * Circumstances of a figure other than the code; the load is that of the minute before, so call it before measuring.
 */
export function describeMachine(): string {
  const postgres = findPostgresPrograms()
  return [
    new Date().toISOString().slice(0, 16).replace('T', ' '),
    `commit ${execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()}`,
    `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `Node ${process.versions.node}`,
    `SQLite ${process.versions.sqlite}`,
    ...(postgres ? [execFileSync(join(postgres, 'postgres'), ['--version'], { encoding: 'utf8' }).trim()] : []),
    `load ${loadavg()[0]?.toFixed(1)} before`,
  ].join(' · ')
}

/** Throws unless the page has a place for the figures of each of these benches: to be asked before they run for an hour. */
export function requirePlaces(names: readonly string[]): void {
  const page = readFileSync(pathOf(PAGE), 'utf8')
  for (const name of names) placeOf(page, name)
}

/** Puts the figures of one bench where the page keeps them; what people wrote around them stays. */
export const writePage = (name: string, rows: readonly BenchRow[], machine: string): void =>
  fillPlaces(PAGE, { [name]: markdown(rows) }, machine)

/** Puts tables where a page of docs/ keeps them, each by its name. */
export function fillPlaces(page: string, tables: Readonly<Record<string, string>>, machine: string): void {
  let text = readFileSync(pathOf(page), 'utf8')
  for (const [name, table] of Object.entries(tables)) {
    const { from, until } = placeOf(text, name)
    text = `${text.slice(0, from)}\n${table}\n\n_${machine}, ${loadavg()[0]?.toFixed(1)} after_\n${text.slice(until)}`
  }
  writeFileSync(pathOf(page), text)
}

function placeOf(page: string, name: string): { from: number; until: number } {
  const begin = `<!-- figures of ${name} -->`
  const from = page.indexOf(begin) + begin.length
  const until = page.indexOf('<!-- end -->', from)
  if (from < begin.length || until === -1) throw new Error(`the page has no place for the figures of ${name}`)
  return { from, until }
}

function markdown(rows: readonly BenchRow[]): string {
  const lines = rows.map(cellsOf).map((cells) => COLUMNS.map((column) => cells[column].replaceAll('|', '\\|')))
  return markdownTable(COLUMNS, lines)
}

export const markdownTable = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
