import { useEffect, useState } from 'react'
import { askLatest } from '#src/api/latest-answer.ts'
import styles from './qr-code.module.css'

interface QrCodeProps {
  text: string
  /** accessible name; for users without a camera the caller says the same as text */
  label: string
}

/** QR code as wide as the element around it. */
export function QrCode({ text, label }: QrCodeProps) {
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  // If the encoder fails to load, the text beside the code suffices.
  useEffect(() => askLatest({ ask: () => drawingOf(text), onAnswer: setDrawing }), [text])
  if (!drawing) return <div className={styles.qr} data-box="small" />
  return (
    <svg
      className={styles.qr}
      data-box="small"
      viewBox={`0 0 ${drawing.size} ${drawing.size}`}
      role="img"
      aria-label={label}
    >
      <path d={drawing.path} />
    </svg>
  )
}

interface Drawing {
  /** width in QR modules, including the margin that cameras need */
  size: number
  path: string
}

const MARGIN = 4

async function drawingOf(text: string): Promise<Drawing> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + MARGIN} ${y + MARGIN}h1v1h-1z`] : [])),
  )
  return { size: size + 2 * MARGIN, path: squares.join('') }
}
