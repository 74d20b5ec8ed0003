"""What the commands write for papers, in a paper."""

import shutil
import subprocess
from pathlib import Path

import pytest

from anaphora.experiments.setup.documents import BUNDLED
from tests.experiments.conftest import Run

PAPER = r"""
\documentclass[twocolumn]{article}
\usepackage[T1]{fontenc}
\usepackage{booktabs,graphicx}
\begin{document}
Tables \ref{tab:compare-manuals} to \ref{tab:ablate-mars-on-manuals}.
\input{compare.tex}
\begin{figure}[t]
\includegraphics[width=\columnwidth]{figures/scores}
\caption{Success rates.}
\end{figure}
\clearpage
\input{all.tex}
\input{score.tex}
\input{losses.tex}
\input{ablate.tex}
\end{document}
"""
ODD = "50%_of&[A]|<b>"


@pytest.mark.slow
def test_tables_and_a_figure_stand_in_a_paper(anaphora: Run, tmp_path: Path) -> None:
    """pdflatex compiles them without an error, and says of none that it is too wide for its column."""
    latex = shutil.which("pdflatex") or pytest.skip("pdflatex is not installed")
    names = f"lappin_leass,mars,{ODD}=hobbs,most_recent"
    answers, figures = tmp_path / "answers", tmp_path / "figures"
    tables = {
        "compare": ("compare", "--resolvers", names, "--figures", figures, "--figure-format", "pdf"),
        "all": ("compare", "--losses", "--responses", answers),
        "score": ("score", BUNDLED, answers / "mars.jsonl", answers / "hobbs.jsonl", "--resamples", "200"),
        "losses": ("losses", BUNDLED / "printer.conllu", "--resolvers", "mars,hobbs"),
        "ablate": ("ablate", "--resolvers", "mars"),
    }
    for name, words in tables.items():
        result = anaphora(*words, "--to", "latex")
        assert result.code == 0, result.err
        (tmp_path / f"{name}.tex").write_text(result.out.replace("tab:", f"tab:{name}-"), "utf8")
    (tmp_path / "paper.tex").write_text(PAPER)

    for _ in range(2):  # the second time references are known
        made = subprocess.run(
            [latex, "-interaction=nonstopmode", "-halt-on-error", "paper.tex"],
            cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False,
        )  # fmt: skip

    assert made.returncode == 0, made.stdout[-2000:]
    assert [line for line in made.stdout.splitlines() if line.startswith(("Overfull", "LaTeX Warning", "!"))] == []
