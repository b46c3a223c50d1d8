import { Article } from './article.tsx';

export default function About() {
  return <Article name="about" />;
}
