export { type Api, operation } from '#server/operation.ts'
