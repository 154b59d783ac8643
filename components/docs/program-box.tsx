import { CodeBlock } from "@/components/ui/code-block";
import { CodeBox } from "@/components/ui/code-box";
import type { Program } from "./programs";

export const ProgramBox = ({ program: { title, note, language, code } }: { program: Program }) => (
  <CodeBox title={title} note={note}>
    <CodeBlock code={code} language={language} />
  </CodeBox>
);
