/** The photo of the applicant, or a placeholder. */
import { thumbnailUrl } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import part from './part.module.css';

interface PortraitProps {
  image: string | null;
  alt: string;
  /** The text of the placeholder. */
  none: string;
}

export function Portrait({ image, alt, none }: PortraitProps) {
  const [width = 0] = limits.photoThumbnailWidths;
  if (!image) return <p className={part.photo}>{none}</p>;
  return <img className={part.photo} src={thumbnailUrl(image, width)} alt={alt} width="160" height="200" />;
}
