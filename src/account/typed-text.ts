/** As typed, spaces included: in a password they count. */
export const typedText = (form: FormData, name: string): string => String(form.get(name) ?? '')
