/** The little of it that is used; the types that exist are of an older version. */
declare module 'subset-font' {
  /** An OpenType font with only what `text` needs. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      variationAxes: Record<string, { min: number; max: number }>
      /** tags of OpenType features; all others go */
      keepFeatures: string[]
      noHinting: boolean
    },
  ): Promise<Buffer>
}
