/** Types of the part that we use; the published types are of an older version. */
declare module 'subset-font' {
  /** An OpenType font with only what `text` needs. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      variationAxes: Record<string, { min: number; max: number }>
      /** tags of the OpenType features to keep */
      keepFeatures: string[]
      noHinting: boolean
    },
  ): Promise<Buffer>
}
