export { useTell } from '#src/toasts/tell-context.ts'
