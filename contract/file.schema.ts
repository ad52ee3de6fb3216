import { z } from 'zod'

/** A reply that is a file of this media type; the OpenAPI document tells it by the same words. */
export const fileSchema = (mediaType: string) => z.string().meta({ format: 'binary', contentMediaType: mediaType })
