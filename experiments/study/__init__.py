"""What a study is made of: its declaration, its parts, and what is written of them. See `experiments.study.study`."""
