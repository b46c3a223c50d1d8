import { type RefObject, useEffect, useRef, useState } from 'react';

interface FocusedStatus {
  /** The ref of the paragraph with the text. */
  ref: RefObject<HTMLParagraphElement | null>;
  text: string | undefined;
  show: (text: string) => void;
}

/** A status line that takes the focus with each new text, since the button that had it is removed with its row. */
export function useFocusedStatus(): FocusedStatus {
  const [status, setStatus] = useState<{ text: string }>();
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (status) ref.current?.focus();
  }, [status]);
  return { ref, text: status?.text, show: (text) => setStatus({ text }) };
}
